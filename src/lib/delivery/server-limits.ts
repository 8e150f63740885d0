/** What a connection may take of the server, and for how long. Times in milliseconds. */
export type ServerLimits = {
  /** Until the headers of a request are there; a connection that says nothing is closed then too. */
  readonly headersWithin: number;
  /** Until the whole request is there, however its bytes are spread. */
  readonly requestWithin: number;
  /** How often the two above are looked at. */
  readonly lookEvery: number;
  /** For how long a client may take nothing of its answer. */
  readonly unreadFor: number;
  /** For how long a connection is kept that has no request. */
  readonly idleFor: number;
  /** For how long a body that nobody wants is read, so that its sender gets to read the answer. */
  readonly unwantedFor: number;
  /** The request line and all headers together. */
  readonly headerBytes: number;
  readonly headers: number;
  /** More than any route takes; routes have limits of their own. */
  readonly bodyBytes: number;
  readonly requestsPerConnection: number;
  readonly connections: number;
  /** Of one IPv4 address or IPv6 /64 that is no trusted proxy. */
  readonly connectionsPerClient: number;
};

export const defaultServerLimits: ServerLimits = {
  headersWithin: 10_000,
  requestWithin: 30_000,
  lookEvery: 1_000,
  unreadFor: 30_000,
  // Longer than nginx (60 s), AWS (60 s), Traefik (90 s) and Caddy (120 s) keep theirs: the side that closes must
  // be the one that sends, or a request meets a connection that is just being closed.
  idleFor: 125_000,
  unwantedFor: 5_000,
  // The cookie of a signed-in member can take 8 kB.
  headerBytes: 16_384,
  headers: 100,
  bodyBytes: 1_048_576,
  requestsPerConnection: 10_000,
  connections: 20_000,
  // A campus can share one address.
  connectionsPerClient: 1_000,
};
