// @data-api invoice/routes
import {
  authorize,
  parseAggregate,
  parseBody,
  parseId,
  parseManyChanges,
  parseManyOptions,
  parseMeant,
  parseQuery,
  parseRead,
  parseReadBody,
  parseRecords,
  parseSelection,
  parseWriteOptions,
  replyChanged,
  replyCreated,
  replyFound,
  replyMany,
  replyOne,
  replyPage,
  replyRecord,
  Router,
  type FindParams,
  type RequestHandler,
  type RouteContext,
} from "data-api/kit";
import { invoicePolicy } from "./invoice.policy.js";
import type { InvoiceRepository } from "./invoice.repository.js";
import { invoiceChangesSchema, newInvoiceSchema } from "./invoice.schema.js";

/** The endpoints below /api/data/invoice. */
export function invoiceRoutes({
  identify,
  repository,
}: RouteContext<InvoiceRepository>): Router {
  const router = Router();
  const { entity } = repository;

  const find: RequestHandler<FindParams> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read", req.params.access);
    const query = parseQuery(req.params, entity, grant);
    const page = await repository.find(query, grant);
    replyFound(res, page);
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read", req.params.access);
    const id = parseId<number | string>(req.params.nr, entity);
    const record = await repository.findById(id, grant);
    replyRecord(res, record);
  });

  router.get("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read");
    const request = parseRead(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.post("/query", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read");
    const request = await parseReadBody(req, entity);
    const page = await repository.read(request, grant);
    replyPage(res, page);
  });

  router.get("/aggregate", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read");
    const request = parseAggregate(req, entity);
    const page = await repository.aggregate(request, grant);
    replyPage(res, page);
  });

  router.get("/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "read");
    const id = parseId<number | string>(req.params.nr, entity);
    const selection = parseSelection(req, entity);
    const record = await repository.readById(id, selection, grant);
    replyOne(res, entity, record);
  });

  router.post("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "create");
    const options = parseWriteOptions(req, grant, entity);
    const input = await parseRecords(
      req,
      newInvoiceSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    replyCreated(res, entity, created, options);
  });

  const update: RequestHandler<{ nr: string }> = async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "update");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number | string>(req.params.nr, entity);
    const changes = await parseBody(
      req,
      invoiceChangesSchema,
      entity,
      options,
      grant,
    );
    const record = await repository.update(id, changes, grant, options);
    replyChanged(res, entity, record, options);
  };
  router.put("/:nr", update);
  router.patch("/:nr", update);

  router.patch("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "update");
    const options = parseManyOptions(req, grant, entity);
    const changed = await parseManyChanges(
      req,
      invoiceChangesSchema,
      entity,
      options,
      grant,
    );
    const records = await repository.updateMany(changed, grant, options);
    replyMany(res, records, options);
  });

  router.delete("/:nr", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "delete");
    const options = parseWriteOptions(req, grant, entity);
    const id = parseId<number | string>(req.params.nr, entity);
    const record = await repository.delete(id, grant, options);
    replyChanged(res, entity, record, options);
  });

  router.delete("/", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, invoicePolicy, "delete");
    const options = parseManyOptions(req, grant, entity);
    const meant = parseMeant(req, entity);
    const records = await repository.deleteMany(meant, grant, options);
    replyMany(res, records, options);
  });

  return router;
}
