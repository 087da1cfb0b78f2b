import { blog, defineCase, schema } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A field named like a field type is renamed. The type keeps its name, also in members that you added.",
  config: blog({ fields: { date: { type: "date", isEditable: true, isRequired: true } } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  date: field.date(),\n  createdat",
          "  date: field.date().brand(),\n  until: field.date().optional(),\n  createdat",
        ),
      ],
      config: blog({
        fields: { day: { type: "date", isEditable: true, isRequired: true, renamedFrom: "date" } },
      }),
    },
    {},
  ],
});
