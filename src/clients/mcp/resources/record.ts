/** `lore://record/{id}`: one record, whole. */
import { findById } from "../../../find-by-id.ts";
import { renderWhole } from "../record-output.ts";
import type { Resource } from "../resource.ts";
import { describeFound } from "../tools/get.ts";

export const oneRecord: Resource = {
  name: "Record",
  title: "One record",
  description: "One record, whole: lore://record/dec-a1b2c3d4",
  address: "record/{id}",
  read(place, id) {
    const found = findById(place.open(), id);
    return found === null ? null : renderWhole(describeFound(found));
  },
};
