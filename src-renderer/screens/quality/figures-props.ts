import type { QualityFigures } from '../../../src-shared/quality/model.ts'

export interface FiguresProps {
  figures: QualityFigures
  /** The profile that the address of the screen names; undefined for the default one. */
  profileId: string | undefined
}
