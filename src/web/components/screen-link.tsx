import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { preloadScreen } from '../screens.ts'

type ScreenLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly href: string }

/** A link to one of the product's screens, whose script is loaded as soon as the link is pointed at, touched or focused. */
export function ScreenLink({ href, onMouseEnter, onTouchStart, onFocus, ...rest }: ScreenLinkProps) {
  return (
    <Link
      {...rest}
      href={href}
      onMouseEnter={(event) => {
        preloadScreen(href)
        onMouseEnter?.(event)
      }}
      onTouchStart={(event) => {
        preloadScreen(href)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        preloadScreen(href)
        onFocus?.(event)
      }}
    />
  )
}
