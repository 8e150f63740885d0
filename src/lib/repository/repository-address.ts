/** An address without its credentials, and the environment variables that pass them to git. */
type RepositoryAddress = { address: string; environment: Readonly<Record<string, string>> };

/** Credential helper: git runs it in a shell when a server asks for credentials. */
const helper =
  '!f() { test "$1" != get || printf "username=%s\\npassword=%s\\n" "$LECTERN_GIT_USER" "$LECTERN_GIT_PASSWORD"; }; f';

/**
 * Separates the credentials from an address. Git gets them through its environment: unlike arguments, other users of
 * the machine cannot read it, and errors do not contain it. Git sends them to this server only.
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
      // An empty value disables the credential helpers that the machine configures.
      GIT_CONFIG_KEY_0: `credential.${origin}.helper`,
      GIT_CONFIG_VALUE_0: '',
      GIT_CONFIG_KEY_1: `credential.${origin}.helper`,
      GIT_CONFIG_VALUE_1: helper,
    },
  };
}
