/* What other scripts of a page may use, and the elements by their names: the last of the parts. */

const earlier = window.qedeck;
const qedeck = {
  draw: earlier && earlier.draw,
  About, Words, Teller, Machine, Play, viewOf, noticed, whyNot, linkText, readLink, packOf, machineOf,
  /** What the other scripts of the house are built on. */
  parts: { Arrived, COLON, button, cellsAt, chooser, fill, freshSeed, h, has, languageOf, spoken, trouble },
  /** A pack, or a file of examples, comes in. @param {any} pack */
  push: (pack) => void (PACKS[pack.id] = pack),
};
window.qedeck = qedeck;
if (Array.isArray(earlier)) earlier.forEach(qedeck.push);
for (const [name, element] of [["qed-table", QedTable], ["qed-replay", QedReplay], ["qed-explorer", QedExplorer]]) {
  if (!customElements.get(name)) customElements.define(name, element);
}
