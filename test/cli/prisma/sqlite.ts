/** The statements of `prisma migrate` for `sqlite.prisma`. */
export const migratedSqlite: readonly string[] = [
  `CREATE TABLE "Person" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL DEFAULT 'it''s "admin"',
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "count" INTEGER NOT NULL DEFAULT -5,
    "big" BIGINT,
    "ratio" REAL,
    "price" DECIMAL,
    "meta" JSONB,
    "avatar" BLOB
  )`,
  `CREATE TABLE "Post" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT NOT NULL,
    "authorId" INTEGER,
    CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "Person" ("id") ON DELETE SET NULL ON UPDATE CASCADE
  )`,
  `CREATE TABLE "Tag" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL
  )`,
  `CREATE TABLE "_PostToTag" (
    "A" TEXT NOT NULL,
    "B" INTEGER NOT NULL,
    CONSTRAINT "_PostToTag_A_fkey" FOREIGN KEY ("A") REFERENCES "Post" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "_PostToTag_B_fkey" FOREIGN KEY ("B") REFERENCES "Tag" ("id") ON DELETE CASCADE ON UPDATE CASCADE
  )`,
  `CREATE TABLE "Ledger" (
    "id" BIGINT NOT NULL PRIMARY KEY,
    "note" TEXT
  )`,
  `CREATE UNIQUE INDEX "Person_email_key" ON "Person"("email")`,
  `CREATE INDEX "Post_authorId_idx" ON "Post"("authorId")`,
  `CREATE UNIQUE INDEX "_PostToTag_AB_unique" ON "_PostToTag"("A", "B")`,
  `CREATE INDEX "_PostToTag_B_index" ON "_PostToTag"("B")`,
];
