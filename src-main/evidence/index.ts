/**
 * Evidence: reads the stored pictures in a process of its own, and compares what they show with the records. Owns
 * the tables `picture_reading` and `evidence_*`. All are derived, except `evidence_decision`. Triggers mark the items
 * that a change of the catalog or of the pictures concerns (storage/migrations/0098-evidence-changes.ts). `reader/` is that process and its control; src-shared/evidence defines which codes count
 * and what a finding is.
 */
export { createPhotographs, type Photographs } from './ask-photograph.ts'
export { createEvidence, type Evidence } from './evidence.ts'
