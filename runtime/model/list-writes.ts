/**
 * What an update says about a list of the records that refer to its record: what changes in it, or by `set` the whole
 * list.
 *
 * `New` is the input of a create without the reference, `Changes` that of an update, `Key` the members that name a
 * record of the list, and `Id` what names one in `delete`.
 */
export type ListWrites<New, Changes, Key extends object, Id = Key[keyof Key]> =
  | {
      readonly create?: readonly New[] | undefined;
      readonly update?: readonly (Key & Changes)[] | undefined;
      readonly delete?: readonly Id[] | undefined;
      readonly set?: undefined;
    }
  | {
      /** Records with a key stay or are changed, those without one are new, and all others are deleted. */
      readonly set: readonly (New | (Key & Changes))[];
      readonly create?: undefined;
      readonly update?: undefined;
      readonly delete?: undefined;
    };
