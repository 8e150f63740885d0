/** An address without its credentials, and the variables with which git sends them. */
export type RepositoryAddress = { address: string; environment: Readonly<Record<string, string>> };

/** Run by git’s shell when a server asks for credentials. */
const helper =
  '!f() { test "$1" != get || printf "username=%s\\npassword=%s\\n" "$LECTERN_GIT_USER" "$LECTERN_GIT_PASSWORD"; }; f';

/**
 * Takes the credentials out of an address. Git gets them by its environment, which other users of the machine cannot
 * read, unlike its arguments; no error contains them. They are sent to this server only.
 */
export function splitAddress(repository: string): RepositoryAddress {
  const url = URL.parse(repository);
  if (url?.protocol !== 'https:' || (url.username === '' && url.password === '')) {
    return { address: repository, environment: {} };
  }
  const { username, password, origin } = url;
  url.username = '';
  url.password = '';
  return {
    address: url.href,
    environment: {
      LECTERN_GIT_USER: decodeURIComponent(username),
      LECTERN_GIT_PASSWORD: decodeURIComponent(password),
      GIT_CONFIG_COUNT: '2',
      // Helpers of the machine are for other credentials.
      GIT_CONFIG_KEY_0: `credential.${origin}.helper`,
      GIT_CONFIG_VALUE_0: '',
      GIT_CONFIG_KEY_1: `credential.${origin}.helper`,
      GIT_CONFIG_VALUE_1: helper,
    },
  };
}
