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
      for (const name of ["AudioContext", "webkitAudioContext", "speechSynthesis"]) delete window[name];
      delete Object.getPrototypeOf(window).speechSynthesis;""",
    "sound refused": """
      window.AudioContext = class { constructor() { throw new DOMException("No", "NotSupportedError"); } };
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("No", "NotAllowedError"));""",
    "screen refused": """
      const no = () => Promise.reject(new DOMException("No", "NotAllowedError"));
      Object.defineProperty(navigator, "wakeLock", { value: { request: no } });
      Element.prototype.requestFullscreen = no;
      delete Navigator.prototype.vibrate;""",
    "pointers refused": """
      Element.prototype.setPointerCapture = () => {
        throw new DOMException("No such pointer", "NotFoundError");
      };""",
}  # fmt: skip
# Neither kept nor sent, as where somebody has forbidden all cookies.
NO_COOKIES: Final = """
  const ask = window.fetch;
  window.fetch = (url, more) => ask(url, { ...more, credentials: "omit" });
"""
