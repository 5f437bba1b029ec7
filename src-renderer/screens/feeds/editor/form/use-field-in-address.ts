import { type RefObject, useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { jumpToField } from '../../../../form/jump.ts'

/** Key of the item in the address (`?item=7`); undefined if there is none. */
export function useItemInAddress(): number | undefined {
  const key = Number(new URLSearchParams(useSearch()).get('item') ?? Number.NaN)
  return Number.isInteger(key) ? key : undefined
}

/** Scrolls to the field in the address (`?field=items/item[1]/categoryId`) after the form is rendered. */
export function useFieldInAddress(scroller: RefObject<HTMLElement | null>): void {
  const field = new URLSearchParams(useSearch()).get('field')
  useEffect(() => {
    if (field === null) return
    const frame = requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, field))
    return () => cancelAnimationFrame(frame)
  }, [field, scroller])
}

/**
 * Scrolls to a field of an item once the form shows that item.
 * @param openKey the item in the form
 * @returns a function that names the field, before its item is opened
 */
export function useFieldToOpen(
  scroller: RefObject<HTMLElement | null>,
  openKey: number,
): (field: { key: number; path: string }) => void {
  const wanted = useRef<{ key: number; path: string }>(undefined)
  useEffect(() => {
    const field = wanted.current
    if (field?.key !== openKey) return
    wanted.current = undefined
    const frame = requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, field.path))
    return () => cancelAnimationFrame(frame)
  }, [openKey, scroller])
  return (field) => {
    wanted.current = field
  }
}
