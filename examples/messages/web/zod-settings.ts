import { z } from "data-api/schema";

// The page's security policy forbids code that is made at run time, which zod would try when a schema is created.
// So this is imported before all schemas.
z.config({ jitless: true });
