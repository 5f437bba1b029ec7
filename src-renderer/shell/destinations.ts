import { Boxes, Cable, FilePenLine, type LucideIcon, RefreshCw, Send, Settings, Upload } from 'lucide-react'

export interface Destination {
  path: string
  label: string
  icon: LucideIcon
  /** The second key of the sequence that goes there: G, then this. */
  key: string
}

/** The screens one can go to, in the order of the rail. */
export const destinations: readonly Destination[] = [
  { path: '/catalog', label: 'Catalog', icon: Boxes, key: 'C' },
  { path: '/feeds', label: 'Feeds', icon: FilePenLine, key: 'F' },
  { path: '/outbox', label: 'Outbox', icon: Send, key: 'O' },
  { path: '/sync', label: 'Sync', icon: RefreshCw, key: 'S' },
  { path: '/import', label: 'Import', icon: Upload, key: 'I' },
  { path: '/local-api', label: 'Local API', icon: Cable, key: 'A' },
  { path: '/settings', label: 'Settings', icon: Settings, key: 'E' },
]
