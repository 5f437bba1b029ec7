import type { ReactNode } from 'react'
import type { Member } from '../place.ts'
import type { LeafField } from '../use-field.ts'

/** What every kind of input gets. */
export interface InputProps {
  member: Member
  field: LeafField
  /** Label, help, error and required mark, for the frame around the control. */
  frame: {
    label: string
    labelHidden: boolean
    help: ReactNode
    error: string | undefined
    required: boolean
  }
}
