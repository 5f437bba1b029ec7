import type { LocalApiScheme } from '../../../src-shared/local-api/model.ts'

/** How the local API runs, so that its address stays what clients know. */
export interface LocalApiSettings {
  /** Whether it starts by itself. */
  enabled: boolean
  port: number
  /** `http` when absent. */
  scheme?: LocalApiScheme
}
