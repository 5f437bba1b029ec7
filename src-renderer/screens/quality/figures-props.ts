import type { QualityFigures } from '../../../src-shared/quality/model.ts'

export interface FiguresProps {
  figures: QualityFigures
  /** The figures are of a first count that is running: a zero may still change. */
  isCounting: boolean
  /** The profile in the URL of the screen; undefined for the default one. */
  profileId: string | undefined
}
