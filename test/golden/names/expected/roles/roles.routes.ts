// @data-api roles/routes
import * as kit from "data-api/kit";
import { rolesPolicy } from "./roles.policy.js";
import type { RolesRepository } from "./roles.repository.js";
import { newRolesSchema } from "./roles.schema.js";

/** The endpoints below /api/data/roles. No role may update or delete. */
export function rolesRoutes({
  identify,
  repository,
}: kit.RouteContext<RolesRepository>): kit.Router {
  const router = kit.Router();
  const { entity } = repository;

  const find: kit.RequestHandler<kit.FindParams> = async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      rolesPolicy,
      "read",
      req.params.access,
    );
    const query = kit.parseQuery(req.params, entity, grant);
    kit.replyFound(res, await repository.find(query, grant));
  };
  router.get("/:access/findall/:orderBy/:skip/:take", find);
  router.get("/:access/findbycondition/:orderBy/:skip/:take/:condition", find);

  router.get("/:access/findbyid/:id", async (req, res) => {
    const grant = kit.authorize(
      await identify(req),
      rolesPolicy,
      "read",
      req.params.access,
    );
    const id = kit.parseId<number>(req.params.id, entity);
    kit.replyRecord(res, await repository.findById(id, grant));
  });

  router.get("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), rolesPolicy, "read");
    const request = kit.parseRead(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.post("/query", async (req, res) => {
    const grant = kit.authorize(await identify(req), rolesPolicy, "read");
    const request = await kit.parseReadBody(req, entity);
    kit.replyPage(res, await repository.read(request, grant));
  });

  router.get("/aggregate", async (req, res) => {
    const grant = kit.authorize(await identify(req), rolesPolicy, "read");
    const request = kit.parseAggregate(req, entity);
    kit.replyPage(res, await repository.aggregate(request, grant));
  });

  router.get("/:id", async (req, res) => {
    const grant = kit.authorize(await identify(req), rolesPolicy, "read");
    const id = kit.parseId<number>(req.params.id, entity);
    const selection = kit.parseSelection(req, entity);
    kit.replyOne(res, entity, await repository.readById(id, selection, grant));
  });

  router.post("/", async (req, res) => {
    const grant = kit.authorize(await identify(req), rolesPolicy, "create");
    const options = kit.parseWriteOptions(req, grant, entity);
    const input = await kit.parseRecords(
      req,
      newRolesSchema,
      entity,
      options,
      grant,
    );
    const created = Array.isArray(input)
      ? await repository.createMany(input, grant, options)
      : await repository.create(input, grant, options);
    kit.replyCreated(res, entity, created, options);
  });

  return router;
}
