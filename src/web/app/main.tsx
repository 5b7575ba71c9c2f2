// React runs in a task of its own, before the rest of the product, so that a phone answers in between.
import 'react-dom/client'

void import('./root.tsx')
