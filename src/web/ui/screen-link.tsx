import { type ComponentProps, createContext, useContext } from 'react'
import { Link } from 'wouter'

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }

/** Loads the script of the screen at an address. */
export const ScreenPreload = createContext<(href: string) => void>(() => undefined)

/** A link to one of the product's screens, whose script is loaded as soon as the link is pointed at, touched or focused. */
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
