/* The style sheet that lies beside this script, and the element by its name: the last of the parts. */

const OWN = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
if (!document.querySelector("link[data-qed-evening]")) {
  document.head.append(h("link", { rel: "stylesheet", href: new URL("evening.css", OWN).href, "data-qed-evening": true }));
}
Object.assign(window.qedeck, {
  Evening, emptySheet, readSheet, sheetLink, offers, others, whyNotNow, asking, falling, fallen, people, shownTo, story, takenBack,
});
if (!customElements.get("qed-evening")) customElements.define("qed-evening", QedEvening);
