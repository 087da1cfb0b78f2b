import type { Done, Page, PostRow, RawStatements } from "./blog-server.js";

export interface Result {
  /** The rows as lists. */
  readonly rows: readonly (readonly unknown[])[];
  /** How many rows were written. */
  readonly changed: number;
  /** The id of a new row. */
  readonly id: number;
}

/** A statement that a connection prepares when it first runs it. */
export type Statement = (values: readonly unknown[], done: Done<Result>) => void;

export interface Driver {
  readonly prepare: (text: string) => Statement;
  /** The placeholder of the parameter with this number, from 1 on. */
  readonly parameter: (number: number) => string;
  /** What makes an insert return its id; empty if the driver knows it. */
  readonly returning: string;
}

const COLUMNS = "id, title, content, createdat, updatedat";

/** A page and its count are two statements, side by side. */
export function networkStatements({ prepare, parameter, returning }: Driver): RawStatements {
  const [one, two, three, four] = [parameter(1), parameter(2), parameter(3), parameter(4)];
  const select = `select ${COLUMNS} from blogpost`;
  const byId = prepare(`${select} where id = ${one}`);
  const pageById = prepare(`${select} order by id limit ${one} offset ${two}`);
  const pageByTitle = prepare(`${select} order by title desc, id desc limit ${one} offset ${two}`);
  const count = prepare("select count(*) from blogpost");
  const byTitle = prepare(`${select} where title = ${one} order by id limit ${two} offset ${three}`);
  const countByTitle = prepare(`select count(*) from blogpost where title = ${one}`);
  const insert = prepare(
    `insert into blogpost (title, content, createdat, updatedat) values (${one}, ${two}, ${three}, ${four})${returning}`,
  );
  const update = prepare(`update blogpost set content = ${one}, updatedat = ${two} where id = ${three}`);
  const remove = prepare(`delete from blogpost where id = ${one}`);

  return {
    byId: (id, done) => {
      byId([id], (error, { rows }) => {
        done(error, postsOf(rows));
      });
    },
    pageById: (take, skip, done) => {
      countedPage(pageById, [take, skip], count, [], done);
    },
    pageByTitle: (take, skip, done) => {
      countedPage(pageByTitle, [take, skip], count, [], done);
    },
    byTitle: (title, take, skip, done) => {
      countedPage(byTitle, [title, take, skip], countByTitle, [title], done);
    },
    insert: (title, content, now, done) => {
      insert([title, content, now, now], (error, { id }) => {
        done(error, id);
      });
    },
    update: (content, now, id, done) => {
      update([content, now, id], wasChanged(done));
    },
    remove: (id, done) => {
      remove([id], wasChanged(done));
    },
  };
}

function countedPage(
  page: Statement,
  values: readonly unknown[],
  count: Statement,
  countValues: readonly unknown[],
  done: Done<Page>,
): void {
  let rows: readonly PostRow[] | undefined;
  let total: number | undefined;
  let isDone = false;
  const end = (error: Error | null) => {
    if (isDone || (error === null && (rows === undefined || total === undefined))) return;
    isDone = true;
    done(error, { rows: rows ?? [], count: total ?? 0 });
  };
  page(values, (error, result) => {
    rows = postsOf(result.rows);
    end(error);
  });
  count(countValues, (error, result) => {
    total = Number(result.rows[0]?.[0]);
    end(error);
  });
}

function wasChanged(done: Done<boolean>): Done<Result> {
  return (error, { changed }) => {
    done(error, changed === 1);
  };
}

function postsOf(rows: Result["rows"]): readonly PostRow[] {
  return rows as unknown as readonly PostRow[];
}
