// React, the rest of the product and the first rendering each run in a task of their own, so that a phone answers in
// between.
import 'react-dom/client'

void import('./root.tsx').then(({ start }) => setTimeout(start))
