"""Stub by the founder so that Game can be tried; the strategies helper replaces it.

game.py needs from here: Strategy, View, drive, style_of(who) -> list of ints (one seat's row; None -> a person).
"""
from monopoly_lab.codes import node, verb, purpose
from monopoly_lab.luck import luck
class Strategy: ...
class View:
    def __init__(self, game, player): ...
def style_of(who): return [0]
def strategies(): return []
def drive(s,t,styles,seed,game):
    if s.node>=node.BUY or s.node==node.OVER: return s.actor, verb.NONE, -1, -1
    v,q,x=luck(s,t,seed,game)
    return -1,v,q,x
