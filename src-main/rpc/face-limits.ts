const KiB = 1024
const MiB = 1024 * KiB
const GiB = 1024 * MiB

/** What one page may send to the face, generous to real work. */
export const faceLimits = {
  /** Body of one call: a draft, or 100,000 identifiers to export. */
  callBytes: 64 * MiB,
  /** One file: a dump of the largest public catalog, compressed, is about 10 GB. */
  uploadBytes: 16 * GiB,
  /** All files that were sent and not imported yet; beyond it the oldest goes first. */
  uploadsKeptBytes: 32 * GiB,
  /** Name of a file, in UTF-8: what file systems hold. */
  nameBytes: 255,
  /** A client that sends nothing for so long in the middle of a file is cut, in milliseconds. */
  patience: 30_000,
}
export type FaceLimits = typeof faceLimits
