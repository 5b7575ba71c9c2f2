import { useState } from 'react'
import { isSetupOpen, useSetup } from '#web/api/setup.ts'

/**
 * Whether the set-up card belongs on a screen; null while that is not known. Whoever sees the last step turn green keeps
 * the card until they leave the screen.
 */
export function useSetupCard(isAdmin: boolean): boolean | null {
  const { data, isPending } = useSetup(isAdmin)
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = data !== undefined && isSetupOpen(data.data)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!isAdmin) return false
  if (isPending) return null
  return data?.data.hidden === false && (isOpen || wasOpen)
}
