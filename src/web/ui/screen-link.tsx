import { type ComponentProps, createContext, useContext } from 'react'
import { Link } from 'wouter'

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }

/** Preloads the script of the screen at an address. */
export const ScreenPreload = createContext<(href: string) => void>(() => undefined)

/** A link to a screen. Pointing at the link, touching or focusing it preloads the screen's script. */
export function ScreenLink({ href, onMouseEnter, onTouchStart, onFocus, ...rest }: ScreenLinkProps) {
  const preload = useContext(ScreenPreload)
  return (
    <Link
      {...rest}
      href={href}
      onMouseEnter={(event) => {
        preload(href)
        onMouseEnter?.(event)
      }}
      onTouchStart={(event) => {
        preload(href)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        preload(href)
        onFocus?.(event)
      }}
    />
  )
}
