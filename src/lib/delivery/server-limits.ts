/** Limits on connections and requests. Times in milliseconds. */
export type ServerLimits = {
  /** Timeout for the headers of a request. It also applies to a connection that sends nothing. */
  readonly headersWithin: number;
  /** Timeout for the whole request. */
  readonly requestWithin: number;
  /** How often the two timeouts above are checked. */
  readonly lookEvery: number;
  /** How long a client may pause reading its response. */
  readonly unreadFor: number;
  /** How long a connection without a request stays open. */
  readonly idleFor: number;
  /** How long an unwanted body is read, so that its sender receives the response. */
  readonly unwantedFor: number;
  /** Maximum size of the request line and all headers together. */
  readonly headerBytes: number;
  readonly headers: number;
  /** Maximum size of a body. Larger than the limits of the routes. */
  readonly bodyBytes: number;
  /** Higher limits for bodies, by path. */
  readonly bodyBytesAt: ReadonlyMap<string, number>;
  readonly requestsPerConnection: number;
  readonly connections: number;
  /** Per IPv4 address or IPv6 /64, except for trusted proxies. */
  readonly connectionsPerClient: number;
  /** Requests of one client that wait for earlier ones on their connections. */
  readonly pipelinedPerClient: number;
};

export const defaultServerLimits: ServerLimits = {
  headersWithin: 10_000,
  // 20 MiB at 1.4 Mbit/s.
  requestWithin: 120_000,
  lookEvery: 1_000,
  unreadFor: 30_000,
  // Longer than the timeouts of nginx (60 s), AWS (60 s), Traefik (90 s) and Caddy (120 s): the proxy must close first,
  // or it may send a request on a connection that is being closed.
  idleFor: 125_000,
  unwantedFor: 5_000,
  // The cookie of a signed-in member can take 8 kB.
  headerBytes: 16_384,
  headers: 100,
  bodyBytes: 1_048_576,
  bodyBytesAt: new Map(),
  requestsPerConnection: 10_000,
  connections: 20_000,
  // A campus can share one address.
  connectionsPerClient: 1_000,
  // Browsers do not pipeline. Each waiting request takes about 5 kB.
  pipelinedPerClient: 6_000,
};
