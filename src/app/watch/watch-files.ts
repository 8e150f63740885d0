/** Folder of the addresses that only a watching server has. Slugs have no dots, so no page can be there. */
export const watchAddress = '/.watch';

export const watchStyles = `
.watch-banner { position: sticky; inset-block-start: 0; z-index: 1000; padding: .6rem max(1rem, calc(50vw - 38rem)); font: 1rem/1.5 system-ui, sans-serif; color: #2b1a12;
  background: #fbe0a8; border-bottom: 3px solid #a63d16; max-height: 40vh; box-sizing: border-box; overflow: auto; overflow-wrap: anywhere; }
.watch-banner p { margin: 0; font-weight: 600; }
.watch-banner summary { cursor: pointer; font-weight: 600; min-height: 1.5rem; }
.watch-banner ul { margin: 0; padding: 0; list-style: none; }
.watch-banner li { padding: .4rem 0; border-top: 1px solid #d9b877; }
.watch-banner code { display: block; font: .9rem ui-monospace, monospace; color: #7d2c0d; background: none; }
`;

/** Runs in the browser: loads the page again when the server has another version of it. */
function followPage(): void {
  const { path = '', version, events: address } = document.currentScript?.dataset ?? {};
  let events: EventSource | undefined;
  const connect = () => {
    events?.close();
    // A browser opens six connections to a site at most, so hidden tabs keep none.
    if (document.visibilityState === 'hidden') return;
    events = new EventSource(`${address}?path=${encodeURIComponent(path)}`);
    events.addEventListener('message', ({ data }) => {
      if (data !== version) location.reload();
    });
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}

export const watchScript = `(${followPage.toString()})();\n`;
