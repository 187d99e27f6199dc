// The same three pages as a client-rendered app, the way most are made: one bundle that draws everything in the browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { Toaster } from 'sonner'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Agriculture } from './pages/agriculture.tsx'
import { Contact } from './pages/contact.tsx'
import { Home } from './pages/home.tsx'
import { SessionProvider } from './session.tsx'
import './styles.css'

const queries = new QueryClient()

createRoot(document.getElementById('root') ?? document.body).render(
  <QueryClientProvider client={queries}>
    <SessionProvider>
      <BrowserRouter>
        <Header />
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/agriculture" element={<Agriculture />} />
          <Route path="/contact" element={<Contact />} />
        </Routes>
        <Footer />
      </BrowserRouter>
      <Toaster />
    </SessionProvider>
  </QueryClientProvider>,
)
