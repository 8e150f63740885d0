import { findClosest } from '#lib/content/checking/closest-match.ts';
import { settingNames } from './config.ts';

const names: readonly string[] = settingNames;

/** Variables of programs that run with the settings: Node, git, libc, and the compose file. */
const ofOthers =
  /^(?:NODE_.*|GIT_.*|SSL_CERT_(?:FILE|DIR)|MALLOC_.*|ORT_.*|PG[A-Z]+|POSTGRES_PASSWORD|TZ|LANG|LC_.*|PATH|HOME|TMPDIR|(?:https?|all|no)_proxy)$/i;

/** Beginnings of setting names that few other programs use. */
const ownPrefix = /^(?:CHALLENGE|CHAT|CONTENT|FORM|INSTITUTE|LECTERN|OIDC|SMTP|STAFF)_/;
/** Kubernetes adds such variables for each service: `SMTP_SERVICE_HOST`, `SMTP_PORT_25_TCP`. */
const serviceLink = /_(?:SERVICE|PORT)(?:_|$)/;

type Given = {
  /** The names in `.env`, all of which should be settings. */
  inFile: readonly string[];
  /** The names in the environment, most of which belong to other programs. */
  inEnvironment: readonly string[];
};

/** Describes each variable that looks like a setting and is none. Values are never shown. */
export function describeUnknownSettings({ inFile, inEnvironment }: Given): string[] {
  const fromFile = inFile
    .filter((name) => !names.includes(name) && !ofOthers.test(name))
    .map((name) => describe(`${name} in .env`, findClosest(name, names)));
  const others = inEnvironment
    .filter((name) => !names.includes(name) && !ofOthers.test(name) && !inFile.includes(name))
    .flatMap((name) => {
      const meant = findClosest(name, names, name.length < 8 ? 1 : 2);
      const isOwn = ownPrefix.test(name) && !serviceLink.test(name);
      return meant || isOwn ? [describe(name, meant ?? findClosest(name, names))] : [];
    });
  return [...fromFile, ...others];
}

function describe(name: string, meant: string | undefined): string {
  return `${name} is not a setting: ${meant ? `did you mean ${meant}?` : 'docs/deploying.md lists the settings'}`;
}
