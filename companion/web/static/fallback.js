// What becomes of a page whose scripts cannot begin: a browser that is too old reads none of them, and a network that
// was cut brings some and not others. It says so, fetches itself anew where that may help, and then shows how things
// stand, for as long as it is open. It stands before all other scripts, in the JavaScript that any browser reads.
(function () {
  var TRIES = 3;
  var AGAIN_MS = 1500;
  var LOOK_MS = 3000;
  var SLOW_MS = 3000;
  var SLOT = "in part";
  var TOO_OLD = "This browser is too old to play on. It shows how things stand: play on another one, or at the table.";
  var IN_PART = "Not all of this page came. It is fetched anew…";
  var BLOCKED = "Not all of this page came, so nothing can be told here. Try another browser, or play at the table.";
  var isLost = false;
  var isHelpless = false;
  var slow = setInterval(function () {
    if (document.querySelector("[data-live][data-begun]")) clearInterval(slow); // from then on the page knows itself
    else sayAge("stale", "Loading…");
  }, SLOW_MS);

  window.addEventListener("error", function (event) {
    var lost = event.target;
    if (lost.tagName === "SCRIPT" || lost.rel === "stylesheet") isLost = isLost || isOurs(lost.src || lost.href);
    else if (event.error && event.error.name === "SyntaxError") isHelpless = isHelpless || isOurs(event.filename);
  }, true);
  window.addEventListener("load", function () {
    clearInterval(slow);
    if (isHelpless) show(TOO_OLD);
    else if (!isLost) count(0);
    else if (counted() < TRIES) fetchAnew();
    else show(BLOCKED);
  });

  // And no guest's: some browsers have programs of their own on every page.
  function isOurs(address) {
    return String(address).indexOf(location.origin) === 0;
  }

  // Only what the table answers: a browser's own page of bad news would stay.
  function fetchAnew() {
    say(IN_PART);
    ask(location.href, function () {
      count(counted() + 1);
      location.reload();
    }, function () { setTimeout(fetchAnew, AGAIN_MS); });
  }

  function show(why) {
    var live = document.getElementById("live");
    var page = live && live.getAttribute("data-live");
    var known = "";
    say(why);
    if (page) look();

    function look() {
      ask("/api/fragment?page=" + page, function (told) {
        if (told !== known) live.innerHTML = JSON.parse(told).html;
        known = told;
        say(why); // where its line is a part of that
        sayAge("live", "every " + LOOK_MS / 1000 + "\u00a0s");
      }, function (status) {
        if (status === 403) location.reload(); // put out: the page says why
        sayAge("stale", "No connection");
      });
      setTimeout(look, LOOK_MS);
    }
  }

  function ask(address, then, otherwise) {
    var asked = new XMLHttpRequest();
    asked.open("GET", address);
    asked.onload = function () { if (asked.status === 200) then(asked.responseText); else otherwise(asked.status); };
    asked.onerror = asked.ontimeout = function () { otherwise(0); };
    asked.timeout = LOOK_MS;
    asked.send();
  }

  function say(words) {
    var line = document.getElementById("toast");
    if (!line) return;
    line.className = "toast long";
    line.textContent = words;
  }

  function sayAge(state, words) {
    var corners = document.querySelectorAll(".alive");
    for (var at = 0; at < corners.length; at += 1) {
      corners[at].setAttribute("data-state", state);
      corners[at].textContent = words;
    }
  }

  function counted() {
    try { return Number(sessionStorage.getItem(SLOT)); } catch (forbidden) { return TRIES; }
  }

  function count(tries) {
    try { sessionStorage.setItem(SLOT, tries); } catch (forbidden) { /* then nothing is fetched anew */ }
  }
})();
