/** Selects the changes that no server has put in order yet. */
export const openChanges = `select id from data_api_outbox
  where batch is null or batch > coalesce((select max(batch) from data_api_outbox_state), 0)`;
