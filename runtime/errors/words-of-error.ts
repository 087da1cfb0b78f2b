/**
 * What an error says to the operator. The message of a database error is only a code, because logs and answers must not
 * contain values: the words of the database are added here.
 */
export function wordsOf(error: Error): string {
  const { databaseWords } = error as { readonly databaseWords?: string };
  return databaseWords ?? error.message;
}
