import { vi } from "vitest";
import type * as Format from "../generator/files/format.js";
import { cacheFormat } from "./cached-format.js";

vi.mock("../generator/files/format.js", async (original) => cacheFormat(await original<typeof Format>()));
