import type { QualityFigures } from '../../../src-shared/quality/model.ts'

export interface FiguresProps {
  figures: QualityFigures
  /** The profile in the URL of the screen; undefined for the default one. */
  profileId: string | undefined
}
