import { vi } from "vitest";
import type * as Format from "../generator/format.js";
import { cacheFormat } from "./cached-format.js";

vi.mock("../generator/format.js", async (original) => cacheFormat(await original<typeof Format>()));
