type Interval = readonly [first: number, last: number];

/** The transactions of each origin: the domain of MariaDB, the UUID (and tag) of MySQL. */
type Gtids = ReadonlyMap<string, readonly Interval[]>;

/**
 * Whether the first list of transactions contains the second.
 * MariaDB: `domain-server-number`, the last of each domain. MySQL: `uuid:1-5:7`, sets of intervals.
 */
export function gtidsReach(position: string, needed: string): boolean {
  const [has, asked] = [parse(position), parse(needed)];
  if (has === undefined || asked === undefined) return false;
  return Array.from(asked).every(([origin, intervals]) =>
    intervals.every(([first, last]) =>
      (has.get(origin) ?? []).some((known) => known[0] <= first && last <= known[1]),
    ),
  );
}

export function isGtidsOfMariadb(position: string): boolean {
  return MARIADB.test(position);
}

const MARIADB = /^\d+-\d+-\d+(?:;\d+-\d+-\d+)*$/;
const MYSQL = /^[0-9a-f-]{36}(?::(?:\d+(?:-\d+)?|[a-z_]\w{0,31}))*:\d+(?:-\d+)?$/i;
const INTERVAL = /^(\d+)(?:-(\d+))?$/;

function parse(position: string): Gtids | undefined {
  if (isGtidsOfMariadb(position)) {
    const parts = position.split(";").map((gtid) => gtid.split("-"));
    return new Map(parts.map(([domain = "", , number]) => [domain, [[1, Number(number)]]]));
  }
  const sets = position.split(";");
  if (!sets.every((set) => MYSQL.test(set))) return undefined;
  const gtids = new Map<string, Interval[]>();
  for (const set of sets) addSet(set, gtids);
  return gtids;
}

/** `uuid:1-5:7`, and since MySQL 8.3 `uuid:1-5:tag:1-3`. */
function addSet(set: string, gtids: Map<string, Interval[]>): void {
  const [uuid = "", ...parts] = set.split(":");
  let origin = uuid;
  for (const part of parts) {
    const [, first, last = first] = INTERVAL.exec(part) ?? [];
    if (first === undefined) origin = `${uuid}:${part}`;
    else add(gtids, origin, [Number(first), Number(last)]);
  }
}

/** Clients may send thousands of intervals. Copying the list for each of them would take quadratic time. */
function add(gtids: Map<string, Interval[]>, origin: string, interval: Interval): void {
  const known = gtids.get(origin);
  if (known === undefined) gtids.set(origin, [interval]);
  else known.push(interval);
}
