export type Person = {
  subject: string;
  name: string;
  email: string;
  groups: string[];
  /** Description on the login page. */
  about: string;
};

const style = `
  :root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif }
  body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
  .note { padding: .6rem 1rem; border-inline-start: 4px solid; margin-block: 1.5rem }
  button { display: block; width: 100%; min-height: 48px; margin: .8rem 0; padding: .6rem 1rem; font: inherit; text-align: start; cursor: pointer }
  button small { display: block }
`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head><body><main><h1>${title}</h1>
<p class="note">This is a stand-in for a corporate directory, on this computer. All people are fictional.</p>
${content}</main></body></html>`;
}

/** The login page. People are chosen from a list, without passwords. */
export function loginPage(action: string, people: readonly Person[]): string {
  const buttons = people.map(
    ({ subject, name, email, about }) =>
      `<button name="person" value="${subject}">${name}<small>${email}: ${about}</small></button>`,
  );
  return page(
    'Who are you?',
    `<form method="post" action="${action}">${buttons.join('')}<button name="cancel" value="1">Cancel</button></form>`,
  );
}

/** @param form the HTML form of oidc-provider, with the id `op.logoutForm` */
export function logoutPage(form: string): string {
  return page(
    'Sign out of the directory?',
    `${form}<button autofocus form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>
<button form="op.logoutForm">No, stay signed in</button>`,
  );
}

export function faultPage(code: string): string {
  return page(
    'The directory can’t do that',
    `<p>The error code: <code>${code.replaceAll(/\W/g, ' ')}</code></p>`,
  );
}
