import type { Option } from '../ui/inputs/select.tsx'

/** Options for tests of select and combobox fields. */
export const fruits: Option[] = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
]
