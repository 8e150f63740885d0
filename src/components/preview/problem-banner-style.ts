/** Defines its own colours, because a page that fails to render has no style sheets. */
export const bannerStyle = `
:host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; color-scheme: light dark; }
:host([data-alone]) { inset: 0; background: light-dark(#f6f4ef, #16191b); overflow: auto; }
/* Shown above the last good version of a page. */
:host([data-outdated]) { position: static; display: block; }
:host([data-outdated]) section { border-top: 0; border-bottom: 3px solid light-dark(#a63d16, #f0915f); }
section {
  max-height: 45vh; overflow: auto; padding: 0.5rem max(1rem, calc(50vw - 38rem));
  font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#2b1a12, #f7ebe4);
  background: light-dark(#fdeee6, #3a2018); border-top: 3px solid light-dark(#a63d16, #f0915f);
}
:host([data-alone]) section { max-height: none; border: 0; background: none; padding-block: 3rem; }
summary { cursor: pointer; padding: 0.6rem 0; font-weight: 600; min-height: 44px; box-sizing: border-box; }
:host([data-alone]) summary { font-size: 1.4rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: grid; gap: 0.1rem; padding: 0.6rem 0; border-top: 1px solid light-dark(#e3c5b5, #6b4130); }
button {
  justify-self: start; font: 0.9rem ui-monospace, monospace; padding: 0; min-height: 24px; border: 0; background: none;
  color: light-dark(#7d2c0d, #ffb593); text-decoration: underline; cursor: pointer; text-align: start;
  overflow-wrap: anywhere;
}
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
`;
