import { type ComponentType, createContext } from 'react'
import type { Picture } from '../screens/item/pictures/pictures.ts'

/** Props of the viewer for one picture or several (screens/item/pictures/picture-viewer.tsx). */
export interface ViewerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pictures: readonly Picture[]
  shown: number
  onShow: (index: number) => void
  itemName: string
}

/**
 * The viewer that enlarges pictures. It is passed through a context, because it shows record fields, which
 * show pictures themselves. Undefined: pictures cannot be enlarged.
 */
export const ViewerContext = createContext<ComponentType<ViewerProps> | undefined>(undefined)
