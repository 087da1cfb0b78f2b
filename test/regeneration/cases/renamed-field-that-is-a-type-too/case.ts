import { blog, defineCase, schema } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A field that has the name of a type of fields is renamed; the type is not, in your members neither.",
  config: blog({ fields: { date: { type: "date", isEditable: true, isRequired: true } } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  date: field.date(),\n});\n\n/** What an update",
          "  date: field.date().brand(),\n  until: field.date().optional(),\n});\n\n/** What an update",
        ),
      ],
      config: blog({
        fields: { day: { type: "date", isEditable: true, isRequired: true, renamedFrom: "date" } },
      }),
    },
    {},
  ],
});
