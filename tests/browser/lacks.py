"""What browsers lack or forbid, as scripts that take it from a page before its own scripts run."""

from typing import Final

LACKS: Final = {
    "storage forbidden": """
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
        });
      }""",
    "storage full": """
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };""",
    "no sound": """
      delete window.AudioContext;
      delete window.webkitAudioContext;
      delete window.speechSynthesis;""",
    "sound refused": """
      const fails = () => { throw new DOMException("No", "NotSupportedError"); };
      window.AudioContext = class { constructor() { fails(); } };
      HTMLMediaElement.prototype.play = async () => fails();""",
    "screen refused": """
      const no = () => Promise.reject(new DOMException("No", "NotAllowedError"));
      Object.defineProperty(navigator, "wakeLock", { value: { request: no } });
      Element.prototype.requestFullscreen = no;
      delete Navigator.prototype.vibrate;""",
}
# Neither kept nor sent, as where somebody has forbidden all cookies.
NO_COOKIES: Final = """
  const ask = window.fetch;
  window.fetch = (url, more) => ask(url, { ...more, credentials: "omit" });
"""
