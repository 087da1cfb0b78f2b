import type { Request } from "express";
import { authorize, type Grant } from "../../access/authorize.js";
import type { Caller } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import { checkParsedJson } from "../../http/bodies/parse-json.js";
import { inputParser } from "../../write/input/parse-input.js";
import { inputSchemaOf } from "../../write/input/input-schemas.js";
import { parsePrefer } from "../../http/headers/parse-prefer.js";
import { parseTags } from "../../http/headers/parse-tags.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import type { Entity, Model } from "../../model/model.js";
import { parseId } from "../../records/parse-id.js";
import type { AnyRepository } from "../../repository/repository.js";
import type { ReadRequest } from "../../read/read-request.js";
import { unknownEntity } from "../../repository/unknown-entity.js";
import type { WriteOptions } from "../../write/write-options.js";
import { parseSelected } from "../query/parse-read.js";
import type { EntityParts } from "../surface.js";
import { inOperation, inputMembers, type BatchOperation } from "./batch-operation.js";
import { Answers, resolveReferences } from "./references.js";

/** An operation that the caller may run, with everything that can be computed before the transaction. */
export interface PreparedOperation {
  readonly sent: BatchOperation;
  readonly repository: AnyRepository;
  readonly grant: Grant;
  /** The plan of a read. */
  readonly selection: Pick<ReadRequest, "select">;
  readonly options: WriteOptions;
  /** Whether the answer includes the written record. */
  readonly isShown: boolean;
  /** Returns the key and the input, with the references replaced by these answers. */
  readonly resolve: (answers: Answers) => Promise<ResolvedOperation>;
}

export interface ResolvedOperation {
  readonly id: unknown;
  readonly input: object;
}

export interface BatchContext {
  readonly req: Request;
  readonly caller: Caller;
  readonly model: Model;
  readonly entities: ReadonlyMap<string, EntityParts>;
  /** The members to which later operations refer, by the name of an operation. */
  readonly referred: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks the caller's right to an operation, and everything in it that depends on no other one.
 * @throws {ApiError} What the single request would be answered with.
 */
export async function prepareOperation(
  sent: BatchOperation,
  context: BatchContext,
): Promise<PreparedOperation> {
  const { entity, ...prepared } = named(sent, () => authorizeOperation(sent, context));
  const resolve = async (answers: Answers): Promise<ResolvedOperation> => ({
    id: sent.kind === "create" ? undefined : parseOwnId(sent, entity, answers),
    input: await parseOwnInput(sent, prepared, answers),
  });
  const known = sent.references.length === 0 ? await resolve(new Answers(0)) : undefined;
  return { sent, resolve: known === undefined ? resolve : () => Promise.resolve(known), ...prepared };
}

function authorizeOperation(sent: BatchOperation, { req, caller, model, entities, referred }: BatchContext) {
  const { kind, entityName, name = "", select } = sent;
  const parts = entities.get(entityName.toLowerCase());
  if (parts === undefined) throw unknownEntity(entityName, model);
  const { repository, policy } = parts;
  const { entity } = repository;
  const grant = authorize(caller, policy, kind);
  const { returning, isStrict } = parsePrefer(req, grant, entity);
  // The key is known without the record.
  const keys = entity.keys.map((key) => key.name.toLowerCase());
  const isReferred = referred.get(name)?.some((member) => !keys.includes(member.toLowerCase())) ?? false;
  const options: WriteOptions = {
    returning: isReferred && grant.mayRead ? "record" : returning,
    requestId: requestIdOf(req),
    precondition: kind === "update" || kind === "delete" ? parsePrecondition(sent, entity) : undefined,
  };
  const selection = select === undefined ? {} : parseSelected(select, entity.limits);
  return { entity, repository, grant, isStrict, isShown: returning === "record", options, selection };
}

/** @throws {ApiError} `invalid-header`, or `precondition-required`. */
function parsePrecondition({ ifMatch }: BatchOperation, entity: Entity): WriteOptions["precondition"] {
  const match = parseTags("ifMatch", ifMatch);
  if (match !== undefined) return { match };
  if (!entity.requiresPrecondition) return undefined;
  const detail = 'Give the version in "ifMatch": the "ETag" that the record was read with, or "*" for any.';
  throw new ApiError("precondition-required", detail);
}

function parseOwnId(sent: BatchOperation, entity: Entity, answers: Answers): unknown {
  const id = named(sent, () => resolveReferences(sent.id, answers), "id");
  // The issues of a key of one field begin with "id".
  return named(sent, () => parseId<never>(id as never, entity), entity.keys.length > 1 ? "id" : undefined);
}

async function parseOwnInput(
  sent: BatchOperation,
  { repository, grant, isStrict }: Omit<ReturnType<typeof authorizeOperation>, "entity">,
  answers: Answers,
): Promise<object> {
  const { kind } = sent;
  if (kind !== "create" && kind !== "update") return {};
  const { entity } = repository;
  try {
    const given = resolveReferences(sent.input, answers) as object;
    checkParsedJson(given, entity.limits);
    const options = { isNew: kind === "create", isStrict };
    return await inputParser(inputSchemaOf(entity, kind), entity, options, grant)(given);
  } catch (error) {
    throw inOperation(error, sent, inputMembers[kind]);
  }
}

/** Runs `work`, whose errors say which operation has failed. */
function named<T>(sent: BatchOperation, work: () => T, member?: string): T {
  try {
    return work();
  } catch (error) {
    throw inOperation(error, sent, member);
  }
}
