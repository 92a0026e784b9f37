/* Packs: a game for a page comes from a script file of its own, and its module is made once. */

/** What was registered, by `game-players` or `game-players-settings`. @type {Record<string, any>} */
const PACKS = {};
/** @type {Record<string, Promise<any>>} */
const LOADING = {};
/** @type {WeakMap<object, Promise<Machine>>} */
const MACHINES = new WeakMap();
const HERE = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

/** @param {string} game @param {number} players @param {string} settings @param {string | null} folder */
const packOf = (game, players, settings, folder) =>
  fileOf([game, players, ...(settings ? [settings] : [])].join("-"), folder);

/** What a script file registers under its name.
 * @param {string} id @param {string | null} folder @returns {Promise<any>} */
function fileOf(id, folder) {
  if (has(PACKS, id)) return Promise.resolve(PACKS[id]);
  if (!has(LOADING, id)) {
    LOADING[id] = new Promise((found, failed) => {
      const script = document.createElement("script");
      const there = folder ? new URL(folder, location.href) : new URL("../../data/", HERE);
      script.src = new URL(`${encodeURIComponent(id)}.js`, there).href;
      script.onload = () => (has(PACKS, id) ? found(PACKS[id]) : failed(new Error(id)));
      script.onerror = () => {
        delete LOADING[id];
        failed(new Error(script.src));
      };
      document.head.append(script);
    });
  }
  return LOADING[id];
}

/** @param {any} pack @returns {Promise<Machine>} */
function machineOf(pack) {
  let made = MACHINES.get(pack);
  if (!made) {
    const raw = Uint8Array.from(atob(pack.module), (sign) => sign.charCodeAt(0));
    made = WebAssembly.instantiate(raw, {}).then(({ instance }) => new Machine(pack, instance.exports));
    MACHINES.set(pack, made);
  }
  return made;
}
