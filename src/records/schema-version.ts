// Version of the record schema, written into manifests and file metadata. It changes when a field changes its
// meaning; new optional fields do not change it.

export const schemaVersion = '1';
