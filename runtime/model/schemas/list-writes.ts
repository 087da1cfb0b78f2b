/**
 * The part of an update about a list of records that refer to its record: changes of the list, or with `set` the
 * whole list.
 *
 * `New` is the input of a create without the reference, `Changes` that of an update, `Key` the members that identify
 * a record of the list, and `Id` the form of a key in `delete`.
 */
export type ListWrites<New, Changes, Key extends object, Id = Key[keyof Key]> =
  | {
      readonly create?: readonly New[] | undefined;
      readonly update?: readonly (Key & Changes)[] | undefined;
      readonly delete?: readonly Id[] | undefined;
      readonly set?: undefined;
    }
  | {
      /**
       * Existing records with a listed key stay or change, records without a key are created, and all others are
       * deleted.
       */
      readonly set: readonly (New | (Key & Changes))[];
      readonly create?: undefined;
      readonly update?: undefined;
      readonly delete?: undefined;
    };
