import { type RefObject, useEffect } from 'react'
import { useSearch } from 'wouter'
import { jumpToField } from '../../../../form/jump.ts'

/** The item that the address names (`?item=7`, its key in the draft), where it names one. */
export function useAskedItem(): number | undefined {
  const key = Number(new URLSearchParams(useSearch()).get('item') ?? Number.NaN)
  return Number.isInteger(key) ? key : undefined
}

/** Leads to the field that the address names (`?field=items/item[1]/categoryId`), once the form is drawn. */
export function useAskedField(scroller: RefObject<HTMLElement | null>): void {
  const field = new URLSearchParams(useSearch()).get('field')
  useEffect(() => {
    if (field === null) return
    const frame = requestAnimationFrame(() => scroller.current && jumpToField(scroller.current, field))
    return () => cancelAnimationFrame(frame)
  }, [field, scroller])
}
