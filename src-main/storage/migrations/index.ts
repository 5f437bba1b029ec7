import { migration as baseline } from './0085-baseline.ts'
import { migration as draftElements } from './0086-draft-elements.ts'
import { migration as importRows } from './0087-import-rows.ts'
import { migration as nameDecisions } from './0088-name-decisions.ts'
import { migration as problemValues } from './0089-problem-values.ts'
import { migration as addedPictures } from './0090-added-pictures.ts'
import { migration as draftStepUndoing } from './0091-draft-step-undoing.ts'
import { migration as importCorrections } from './0092-import-corrections.ts'
import { migration as suggestedValues } from './0093-suggested-values.ts'
import { migration as scoresAndShownFeeds } from './0094-scores-and-shown-feeds.ts'
import { migration as pictureReadings } from './0096-picture-readings.ts'
import { migration as evidenceDismissals } from './0097-evidence-dismissals.ts'
import { migration as evidenceChanges } from './0098-evidence-changes.ts'
import { migration as replicas } from './0099-replicas.ts'
import { migration as people } from './0100-people.ts'
import { migration as draftReview } from './0101-draft-review.ts'
import { migration as team } from './0102-team.ts'
import type { Migration } from './migration.ts'

/** All migrations, in order. To add one, create a file in this folder and add it here. */
export const migrations: Migration[] = [
  baseline,
  draftElements,
  importRows,
  nameDecisions,
  problemValues,
  addedPictures,
  draftStepUndoing,
  importCorrections,
  suggestedValues,
  scoresAndShownFeeds,
  pictureReadings,
  evidenceDismissals,
  evidenceChanges,
  replicas,
  people,
  draftReview,
  team,
]
