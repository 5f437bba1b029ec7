import type { Option } from '../ui/inputs/select.tsx'

/** Options for the tests of fields that have some. */
export const fruits: Option[] = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
]
