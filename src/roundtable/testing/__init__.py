"""What adapters must keep to, and parts to rehearse with. Ships with the product."""
